#pragma once

// What a user includes.
#include <encke/base/error.hpp>
#include <encke/io/comet/packed_file.hpp>
#include <encke/io/comet/synthetic.hpp>
#include <encke/io/plink/plink.hpp>
#include <encke/io/table/allele_table.hpp>
#include <encke/io/table/table.hpp>
#include <encke/io/tree/branch_table.hpp>
#include <encke/metric/builtin.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <encke/run/run.hpp>
#include <encke/run/runtime.hpp>
#include <encke/sink/callable.hpp>
#include <encke/sink/collect.hpp>
#include <encke/sink/dense_npy.hpp>
#include <encke/sink/distance_hdf5.hpp>
#include <encke/sink/edges.hpp>
#include <encke/sink/lsmat.hpp>
#include <encke/sink/tee.hpp>
#include <encke/sink/top.hpp>
