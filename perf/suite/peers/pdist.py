"""pdist.py FOLDER OUT: Bray-Curtis distances of FOLDER/profiles.npy by SciPy, condensed, as OUT.npy."""
import sys

import numpy as np
from scipy.spatial.distance import pdist

np.save(sys.argv[2] + ".npy", pdist(np.load(sys.argv[1] + "/profiles.npy"), "braycurtis"))
