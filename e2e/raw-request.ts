import http from 'node:http'

export type RawAnswer = { status: number; headers: http.IncomingHttpHeaders; text: string }

export type RawRequest = { headers?: Record<string, string>; body?: string }

/** Few connections, which are reused for thousands of requests. */
const agent = new http.Agent({ keepAlive: true, maxSockets: 8 })

/** Sends a request line as it is, which no browser would. Of a stream only the head is awaited. */
export function rawRequest(
  url: string,
  line: string,
  { body, headers: own }: RawRequest = {},
): Promise<RawAnswer> {
  const [method = 'GET', path = '/'] = line.split(' ')
  const { hostname, port } = new URL(url)
  const length = body === undefined ? {} : { 'content-length': `${Buffer.byteLength(body)}` }
  const headers = { ...length, ...own }
  return new Promise((resolve, reject) => {
    // An empty Host would be taken for none, and filled in.
    const options = { agent, hostname, port, method, path, headers, setHost: !('host' in headers) }
    const request = http.request(options, async response => {
      const { statusCode: status = 0 } = response
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        resolve({ status, headers: response.headers, text: '' })
        return request.destroy()
      }
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      resolve({ status, headers: response.headers, text: Buffer.concat(chunks).toString() })
    })
    request.on('error', reject)
    request.end(body)
  })
}
