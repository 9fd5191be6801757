import http from 'node:http'

export type Answered = { status: number; headers: http.IncomingHttpHeaders; text: string }

export type Sent = { headers?: Record<string, string>; body?: string }

/** Few connections that are used again: a server is asked thousands of times here. */
const agent = new http.Agent({ keepAlive: true, maxSockets: 8 })

/** Sends a request line as it is written: no browser would. Of a stream only the head is waited for. */
export function rawRequest(url: string, line: string, sent: Sent = {}): Promise<Answered> {
  const [method = 'GET', path = '/'] = line.split(' ')
  const { hostname, port } = new URL(url)
  const length = sent.body === undefined ? {} : { 'content-length': `${Buffer.byteLength(sent.body)}` }
  const headers = { ...length, ...sent.headers }
  return new Promise((resolve, reject) => {
    const request = http.request({ agent, hostname, port, method, path, headers }, async response => {
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
    request.end(sent.body)
  })
}
