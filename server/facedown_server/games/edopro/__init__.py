"""Referee that runs EDOPro's own core. The host supplies engine, scripts and databases; none ship with this
package.
"""
