import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { onTestFinished } from 'vitest'

/**
 * TLS server whose certificate is wrong in one way. None has a known issuer, so all but `self-signed` are trusted while
 * their test runs: only the named fault remains.
 */
export function startStrangeTls(kind: keyof typeof CERTIFICATES): Promise<string> {
  if (kind !== 'self-signed') trust(CERTIFICATES[kind].cert)
  return listen(kind, (_request, response) => void response.end('{}'))
}

/** TLS server with a valid certificate while the test runs: of this PC, or of `service.example`. */
export function startTls(
  answer: RequestListener,
  name: 'this PC' | 'service.example' = 'this PC',
): Promise<string> {
  const kind = name === 'this PC' ? 'self-signed' : 'other-name'
  trust(CERTIFICATES[kind].cert)
  return listen(kind, answer)
}

function trust(cert: string): void {
  const usual = getCACertificates('default')
  setDefaultCACertificates([...usual, cert])
  onTestFinished(() => setDefaultCACertificates(usual))
}

async function listen(kind: keyof typeof CERTIFICATES, answer: RequestListener): Promise<string> {
  const server = createServer(CERTIFICATES[kind], answer)
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Made for these tests alone, for this PC's own names; the keys open nothing. */
const CERTIFICATES = {
  /** For this PC, until 2126. */
  'self-signed': {
    cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUEEwgp8oCSkb2KLMIp7uCpeUKPWcwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA4NTIxMVoYDzIxMjYxMDI4
MDg1MjExWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQq40/M4Xm/q7JprcnMWDamsSCWP1+c5uX2PMW3WtpGw9yNRAJFdkwp
Es7HXetjONz0T8kzYMGcHsTxdXUmiW2Do28wbTAdBgNVHQ4EFgQUHwkRxwsGSguT
nJ1b4oS1d8MfpiQwHwYDVR0jBBgwFoAUHwkRxwsGSguTnJ1b4oS1d8MfpiQwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgTQJIcFnEEqX+HNVMetFSIaJL7KLBQOAkterw8RPtVpYCIQCH
oiee5hpzscC7cKDhHXukOkMFsPGZRHxJj5l32rLEmg==
-----END CERTIFICATE-----`,
    key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg8Ma1q5S6lhoVxG/t
L7XRTYpVV2mXcB4Q5clA6Pneu6KhRANCAAQq40/M4Xm/q7JprcnMWDamsSCWP1+c
5uX2PMW3WtpGw9yNRAJFdkwpEs7HXetjONz0T8kzYMGcHsTxdXUmiW2D
-----END PRIVATE KEY-----`,
  },
  /** For service.example, until 2126. */
  'other-name': {
    cert: `-----BEGIN CERTIFICATE-----
MIIBpzCCAU2gAwIBAgIUFphiaqJl3T54imxGzo7UXdxFIpMwCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPc2VydmljZS5leGFtcGxlMCAXDTI2MTEyMTA4NTIxMVoYDzIx
MjYxMDI4MDg1MjExWjAaMRgwFgYDVQQDDA9zZXJ2aWNlLmV4YW1wbGUwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAAQU93tnES4UzegYxdOesui2Wgs/292+2UqlLQdC
BztlXrOn/jRWnDs7pgFIdRKE1OoG+6NZImgkaA+HmheoTWtRo28wbTAdBgNVHQ4E
FgQUt+AeIe60uQi004F7JFAPyBM4qEswHwYDVR0jBBgwFoAUt+AeIe60uQi004F7
JFAPyBM4qEswDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgg9zZXJ2aWNlLmV4
YW1wbGUwCgYIKoZIzj0EAwIDSAAwRQIhAOYGsgyyeDXQZFMg2AjghXlXjHXEqT0o
Md7sj/9FItILAiBxVp4s34QKKuN0sMrxvUnAMDYqdZtwRval9qwKF+unBA==
-----END CERTIFICATE-----`,
    key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg1lxxjD9qkkUWMW55
o8oC14IjXFofpSkHFFvwWyO+CbShRANCAAQU93tnES4UzegYxdOesui2Wgs/292+
2UqlLQdCBztlXrOn/jRWnDs7pgFIdRKE1OoG+6NZImgkaA+HmheoTWtR
-----END PRIVATE KEY-----`,
  },
  /** For this PC, until 2021. */
  expired: {
    cert: `-----BEGIN CERTIFICATE-----
MIIBYjCCAQigAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwHhcNMjAwMTAxMDAwMDAwWhcNMjEwMTAxMDAwMDAwWjAUMRIwEAYDVQQDDAls
b2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQUpiuKZ4Vhp3HqwFP7
v92YAzz3nucxIiwzHq55xxqFYC7C55BKoJUh65ilJC22fPqavQfr0Ue28Ns5odXZ
bY16o0swSTAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwDAYDVR0TBAUwAwEB
/zAdBgNVHQ4EFgQUTVM3GxS1Gs6P4sqsJlpkH2ycm6kwCgYIKoZIzj0EAwIDSAAw
RQIgICOBowoOP3hc+22sQqaamUeL5H3hCNX47jkEF8ESHSICIQCZsyzxellw9uxK
zuNBl7Zj+3AZYgTNXmvY6/v6DrJaJQ==
-----END CERTIFICATE-----`,
    key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgWH3QqlvHtevM9xW5
LR5Q6mYdRg2vpiNcjVt8dFFn3lyhRANCAAQUpiuKZ4Vhp3HqwFP7v92YAzz3nucx
IiwzHq55xxqFYC7C55BKoJUh65ilJC22fPqavQfr0Ue28Ns5odXZbY16
-----END PRIVATE KEY-----`,
  },
} as const
