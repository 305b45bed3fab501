"""`tapete doctor`: every part of a device tested, with what to do for those that fail, and a report card.

The device's half, which measures, is firmware/tapete/doctor; the limits are here.
"""
