/** For `--import`: on SIGUSR2 the process has a rejection that nothing handles, and an exception that nothing catches. */
process.on('SIGUSR2', () => {
  void Promise.reject(new Error('rejected, about 1234 BCD'))
  setImmediate(() => {
    throw new Error('thrown, by ana.perez@gestoria.es')
  })
})
