import { expect, test } from 'vitest'
import { lookupServer, whyNoBaseUrl } from './base-url-rules'

const WHY_NOT: [string | undefined, string[]][] = [
  [
    undefined,
    [
      'https://api.example.com/v1',
      'https://203.0.113.7/v1',
      'http://127.0.0.1:11434/v1',
      'http://localhost:1234/v1',
      'http://[::1]:8080/v1',
      'http://192.168.1.20:8000/v1',
      'http://10.0.0.5/v1',
      'http://172.20.1.1/v1',
      'http://100.90.1.2/v1',
      'http://[fd12:3456::1]/v1',
      'http://gpu-box:8000/v1',
      'http://ollama.local/v1',
      'http://host.docker.internal:11434/v1',
    ],
  ],
  // Nothing goes in the clear over the internet.
  [
    'fault.inTheClear',
    [
      'http://api.example.com/v1',
      'http://203.0.113.7/v1',
      'http://8.8.8.8.example/v1',
      'http://[2001:db8::1]/v1',
      'http://127.0.0.1.evil.example/v1',
    ],
  ],
  // There a cloud tells its credentials.
  [
    'fault.nobodyThere',
    [
      'http://169.254.169.254/latest',
      'https://169.254.169.254/v1',
      'http://2852039166/v1',
      'http://0xa9fea9fe/v1',
      'http://[::ffff:169.254.169.254]/v1',
      'http://[fe80::1]/v1',
      'http://[fd00:ec2::254]/v1',
      'http://100.100.100.200/v1',
      'http://0.0.0.0:11434/v1',
      'http://[::]/v1',
      'http://metadata.google.internal/v1',
      'https://metadata.google.internal./v1',
    ],
  ],
]

test.each(WHY_NOT.flatMap(([code, urls]) => urls.map(url => [url, code] as const)))(
  'of a base URL that a person enters, %s, is said: %s',
  (url, code) => {
    expect(whyNoBaseUrl(url)?.code).toBe(code)
  },
)

const lookedUp = (host: string): Promise<unknown> =>
  new Promise((resolve, reject) =>
    lookupServer(host, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses))),
  )

test('a name is looked up, and one that stands for such a place is not found', async () => {
  expect(await lookedUp('localhost')).toContainEqual(expect.objectContaining({ address: expect.any(String) }))
  await expect(lookedUp('169.254.169.254')).rejects.toThrow('169.254.169.254 is not allowed')
})
