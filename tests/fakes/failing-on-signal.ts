/** For `--import`: SIGUSR2 causes an unhandled rejection and an uncaught exception. */
process.on('SIGUSR2', () => {
  void Promise.reject(new Error('rejected, about 1234 BCD'))
  setImmediate(() => {
    throw new Error('thrown, by ana.perez@gestoria.es')
  })
})
