import { describe, expect, it } from 'vitest'
import { parseApiKeys, parseOptions } from '#service/command-line.ts'
import { UsageError } from '#shared/server/options.ts'

describe('options', () => {
  it('have defaults: port 4010 on loopback, in memory, 600 ms', () => {
    expect(parseOptions([])).toEqual({
      port: 4010,
      host: '127.0.0.1',
      dataDir: ':memory:',
      reportDelayMs: 600,
      signatureDelayMs: 1_000,
      downloadTtlMs: 300_000,
      retryProfile: 'default',
      mode: 'development',
      webhookHosts: [],
      autoplaySpeed: null,
      assumptionsFile: null,
      subscriptionsFile: null,
      seed: null,
    })
  })

  it('are read as they are written', () => {
    const args = ['--port=0', '--host=::1', '--data-dir', '/tmp/a b', '--report-delay-ms=20']
    const more = ['--download-ttl-s=60', '--retry-profile=demo', '--webhook-hosts=relay.example.com,b']
    more.push('--autoplay=2.5', '--assumptions=a.json', '--subscriptions=b.json', '--seed=x')
    expect(parseOptions(['--autoplay']).autoplaySpeed).toBe(1)
    expect(parseOptions([...args, ...more, '--mode=production', '--signature-delay-ms=5'])).toEqual({
      port: 0,
      host: '::1',
      dataDir: '/tmp/a b',
      reportDelayMs: 20,
      signatureDelayMs: 5,
      downloadTtlMs: 60_000,
      retryProfile: 'demo',
      mode: 'production',
      webhookHosts: ['relay.example.com', 'b'],
      autoplaySpeed: 2.5,
      assumptionsFile: 'a.json',
      subscriptionsFile: 'b.json',
      seed: 'x',
    })
    expect(parseOptions(['--host=localhost']).host).toBe('127.0.0.1')
    expect(parseOptions(['--data-dir=:memory:']).dataDir).toBe(':memory:')
  })

  it.each([
    ['--prot=1', /^there is no option --prot: --help lists them$/],
    ['4010', /^4010 is not an option: --help lists them$/],
    ['--port', /^--port needs a value: --port=VALUE$/],
    ['--port=http', '--port'],
    ['--port=65536', '--port'],
    ['--port=', '--port'],
    ['--port=1e3', '--port'],
    ['--report-delay-ms=-1', '--report-delay-ms'],
    ['--report-delay-ms=99999999', '--report-delay-ms'],
    ['--download-ttl-s=5m', '--download-ttl-s'],
    ['--autoplay=fast', '--autoplay'],
    ['--autoplay=0', '--autoplay'],
    ['--mode=test', '--mode'],
    ['--retry-profile=often', '--retry-profile'],
    ['--webhook-hosts=a b', '--webhook-hosts'],
    ['--data-dir=', '--data-dir'],
    ['--host=0.0.0.0', '--host'],
    ['--host=::', '--host'],
    ['--host=192.168.1.10', '--host'],
    ['--host=127.0.0.1.example.org', '--host'],
    ['--host=127.0.0.256', '--host'],
  ])('%s is refused in one line that names it', (arg, named) => {
    const read = () => parseOptions([arg])
    expect(read).toThrow(UsageError)
    expect(read).toThrow(named)
    expect(read).not.toThrow('\n')
  })
})

describe('SERVICE_API_KEYS="key=account,key=account"', () => {
  it('gives each key its account', () => {
    expect(parseApiKeys('one=B12345674,two==A58818501, three=B12345674')).toEqual([
      { key: 'one', account: 'B12345674' },
      { key: 'two=', account: 'A58818501' },
      { key: 'three', account: 'B12345674' },
    ])
  })

  it.each([
    ['', 'entry 1'],
    ['secret', 'entry 1'],
    ['=B12345674', 'entry 1'],
    ['secret one=B12345674', 'entry 1'],
    ['secret=B12345674,', 'entry 2'],
    ['secret=B12345674,secret2=ribera', 'entry 2'],
    ['secret=B12345674,secret=A58818501', 'entry 2'],
  ])('%j is refused by the place of the entry, without telling a key', (text, named) => {
    const read = () => parseApiKeys(text)
    expect(read).toThrow(UsageError)
    expect(read).toThrow(named)
    expect(read).not.toThrow('secret')
  })
})
