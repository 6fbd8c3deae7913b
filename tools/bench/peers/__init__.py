"""What Rollbook is measured against; never used for anything else."""
