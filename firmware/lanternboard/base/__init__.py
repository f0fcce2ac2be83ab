"""What every room may use: strict JSON as a stream, errors with a path, checksums, the viper shim."""
