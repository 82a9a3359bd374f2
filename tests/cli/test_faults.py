#!/usr/bin/env python3
"""System calls fail and commands are killed: no work is lost, and messages are true. A part of the
faults of test_slow_all_faults.py."""
# sanitized: system calls and allocations of the command fail
import faulted

if __name__ == "__main__":
    faulted.main(step=7, seconds=20, kills=1)
