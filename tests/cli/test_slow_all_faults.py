#!/usr/bin/env python3
"""Every system call of every case fails, and commands are killed at any time."""
import faulted

if __name__ == "__main__":
    faulted.main(step=1, seconds=3000, kills=10)
