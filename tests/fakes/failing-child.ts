/** A child process that nothing catches an exception of, soon after it began. */
setTimeout(() => {
  throw new Error('thrown in the child, about 1234 BCD')
}, 20)
setInterval(() => undefined, 1_000)
