"""What stands over board, wiring and case: the run of all checks, the guide's tables, and the stamp of the last run."""
