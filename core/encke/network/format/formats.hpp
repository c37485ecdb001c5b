#pragma once

#include <encke/network/format/format_table.hpp>

// The writers of the formats; graph_formats() knows them all.
namespace encke::network {

/// GraphML (graphml.graphdrawing.org), which networkx, igraph and Cytoscape read.
void write_graphml(const GraphView& view, ResultFiles files);
/// GEXF 1.3 (gexf.net), of Gephi; networkx reads it.
void write_gexf(const GraphView& view, ResultFiles files);
/// A line for each edge: two names and a weight, separated by blanks.
void write_ncol(const GraphView& view, ResultFiles files);
/// Cytoscape's simple interaction format, and a table of the weights.
void write_sif(const GraphView& view, ResultFiles files);
/// Matrix Market, the lower triangle; and the names of the rows.
void write_matrix_market(const GraphView& view, ResultFiles files);
/// A sparse matrix of SciPy (scipy.sparse.load_npz); and the names of the rows.
void write_npz(const GraphView& view, ResultFiles files);
/// The matrix format of mcl; and the names of the rows, as mcl's tab files have them.
void write_mci(const GraphView& view, ResultFiles files);

/// The names of the nodes, one a line.
void write_labels(const Graph& graph, ResultFile& file);

}  // namespace encke::network
