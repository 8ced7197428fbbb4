import { describe, expect, it } from 'vitest'
import { parseOptions } from '#relay/cli/options.ts'
import { newId } from '#relay/office/secrets.ts'

describe('an id that begins with a hyphen', () => {
  it.each(['-Zk3x_0aB9-c', '--k3x_0aB9-c', '------------'])('%s is revoked like any other', (id) => {
    const parsed = { command: 'revoke', argument: id, json: true, dataDir: '/srv/relay' }
    expect(parseOptions(['revoke', id, '--json', '--data-dir=/srv/relay'])).toMatchObject(parsed)
    expect(parseOptions(['--data-dir', '/srv/relay', 'revoke', id, '--json'])).toMatchObject(parsed)
    expect(parseOptions(['revoke', '--json', '--data-dir=/srv/relay', '--', id])).toMatchObject(parsed)
  })

  it('an option of the same length stays an option', () => {
    const options = ['revoke', '--public-url', 'https://relay.example.com', 'Zk3x_0aB9-cd']
    expect(parseOptions(options)).toMatchObject({
      argument: 'Zk3x_0aB9-cd',
      publicUrl: 'https://relay.example.com',
    })
    expect(() => parseOptions(['revoke', '-x'])).toThrow('-x')
  })

  it('is not made any more', () => {
    for (let round = 0; round < 2_000; round += 1) expect(newId()).toMatch(/^[\dA-Za-z_][\w-]{11}$/)
  })
})
