import { randomUUID } from 'node:crypto'
import http from 'node:http'

const agent = new http.Agent({ keepAlive: true, maxSockets: 128 })

export type Posted = { url: string; headers: Record<string, string>; body: unknown }

/** Posts JSON as the page does, with a key of its own; resolves with the answer's JSON, rejects with a refusal. */
export function post({ url, headers, body }: Posted): Promise<unknown> {
  const text = JSON.stringify(body)
  const length = Buffer.byteLength(text)
  const own = {
    'content-type': 'application/json',
    'content-length': length,
    'idempotency-key': randomUUID(),
  }
  return once({ url, headers: { ...headers, ...own }, text })
}

function once(sent: { url: string; headers: http.OutgoingHttpHeaders; text: string }): Promise<unknown> {
  const { url, headers, text } = sent
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: 'POST', agent, headers }, response => {
      let answer = ''
      response.setEncoding('utf8').on('data', piece => {
        answer += piece
      })
      response.on('end', () => {
        const { statusCode = 0 } = response
        if (statusCode < 300) resolve(JSON.parse(answer))
        else reject(new Error(`POST ${url} answered ${statusCode}: ${answer}`))
      })
    })
    request.on('error', error => {
      // The server had closed a connection that was kept: nothing was read of what was sent.
      if (request.reusedSocket && 'code' in error && error.code === 'ECONNRESET') resolve(once(sent))
      else reject(error)
    })
    request.end(text)
  })
}
