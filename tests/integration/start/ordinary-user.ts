/** For `--import`: the tests may run as root, for whom Electron has no sandbox. */
if (process.getuid) process.getuid = () => 1_000
