"""Tools of contributors: pictures of screens, counts, the picture of the packages. Never in the wheel."""
