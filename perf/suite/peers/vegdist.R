# vegdist.R FOLDER OUT: Bray-Curtis distances of FOLDER/profiles.f64 by vegan, condensed, float64 without a header, as OUT.f64.
of <- commandArgs(trailingOnly = TRUE)
shape <- scan(file.path(of[1], "shape"), quiet = TRUE)
values <- readBin(file.path(of[1], "profiles.f64"), "double", prod(shape))
distances <- vegan::vegdist(matrix(values, shape[1], shape[2], byrow = TRUE), method = "bray")
writeBin(as.vector(distances), paste0(of[2], ".f64"))
