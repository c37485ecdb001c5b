#pragma once

// What a user includes.
#include <encke/base/error.hpp>
#include <encke/io/comet/packed_file.hpp>
#include <encke/io/comet/synthetic.hpp>
#include <encke/io/plink/plink.hpp>
#include <encke/io/table/allele_table.hpp>
#include <encke/io/table/table.hpp>
#include <encke/io/tree/branch_table.hpp>
#include <encke/job/job.hpp>
#include <encke/job/merge_parts.hpp>
#include <encke/job/request/read_request.hpp>
#include <encke/metric/builtin.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <encke/run/run.hpp>
#include <encke/run/run_source.hpp>
#include <encke/run/runtime.hpp>
#include <encke/sink/callable.hpp>
#include <encke/sink/choose/top.hpp>
#include <encke/sink/collect.hpp>
#include <encke/sink/format/dense_npy.hpp>
#include <encke/sink/format/distance_hdf5.hpp>
#include <encke/sink/format/edges.hpp>
#include <encke/sink/format/lsmat.hpp>
#include <encke/sink/tee.hpp>
