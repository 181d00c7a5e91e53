"""Benchmarks with their rivals: run by hand, read by people, never a test."""
