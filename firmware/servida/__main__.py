"""`python -m servida`: the same as the command `servida`."""

import sys

from servida.cli import main

sys.exit(main())
