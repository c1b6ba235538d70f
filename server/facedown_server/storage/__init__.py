"""Data that must outlive the server (law 7): the store's interface, a store in memory, and the journal on
disk.
"""
