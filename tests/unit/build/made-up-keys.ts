/** Keys of nobody, made where they are needed: a scanner of the sources finds none. */
export function makeKeyText(kind: string, length = 64): string {
  const letters = 'aB3_cD4-eF5gH6iJ7kL8mN9oP0'.replaceAll(kind === 'npm_' ? /[_-]/g : /$^/g, '')
  const content = letters.repeat(Math.ceil(length / letters.length)).slice(0, length)
  if (kind !== 'pem') return `const key = '${kind}${content}'`
  const frame = (end: string) => ['-----', end, ' PRIVATE KEY-----'].join('')
  return `${frame('BEGIN')}\n${content.replaceAll(/[_-]/g, '+')}\n${frame('END')}`
}
