import { describe, expect, test } from 'vitest'
import type { ModelFailure } from '@/lib/domain/call/solution'
import { ask, failed } from '../testing/ask'
import { begin, breakable, CALL, call, DONE, delta, finish, frame, say, stream } from '../testing/chat-stream'
import type { Answering } from '../testing/serve'

describe('a stream that is no answer', () => {
  test.each<[string, Answering, string, string]>([
    ['ends cleanly before its end', stream(say('Half'), CALL), 'torn', 'Half'],
    ['is empty', stream(), 'torn', ''],
    [
      'holds a line that is not JSON',
      stream(say('Half'), 'data: {"cho\n\n', CALL, finish('tool_calls'), DONE),
      'protocol',
      'Half',
    ],
    [
      'holds a frame of no known form',
      stream(frame({ hello: 1 }), CALL, finish('tool_calls'), DONE),
      'protocol',
      '',
    ],
    ['announces calls that never come', stream(say('x'), finish('tool_calls'), DONE), 'protocol', 'x'],
    [
      'holds a call without a name',
      stream(call(0, ['a', '', '{"path":"x"}']), finish('tool_calls'), DONE),
      'protocol',
      '',
    ],
    ['ends in a way that nobody knows', stream(say('x'), finish('banana'), DONE), 'protocol', 'x'],
    [
      'holds arguments that belong to no call',
      stream(
        delta({ tool_calls: [{ function: { name: 'read_file', arguments: '' } }] }),
        delta({ tool_calls: [{ function: { name: 'write_file', arguments: '' } }] }),
        delta({ tool_calls: [{ function: { arguments: '{"path":"x"}' } }] }),
        finish('tool_calls'),
      ),
      'protocol',
      '',
    ],
  ])('%s', async (...[, answer, reason, text]) => {
    expect(failed(await ask(answer))).toMatchObject({ reason, retryable: true, text })
  })

  test('is a page of HTML', async () => {
    const answer = await ask(response => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end('<html><body>Sign in</body></html>')
    })
    expect(failed(answer)).toMatchObject({
      reason: 'protocol',
      message: expect.stringMatching(/text\/html.*COMPATIBLE_BASE_URL/),
    })
  })

  test.each([
    ['within a call', [say('Half'), CALL]],
    ['after it said how it ends', [say('Half'), CALL, finish('tool_calls')]],
  ])('breaks off with a reset of the connection, %s', async (_, frames) => {
    const { answer, reset } = breakable(...frames)
    const failure = failed(await ask(answer, { onDelta: reset }))
    expect(failure).toMatchObject({ reason: 'torn', retryable: true, text: 'Half' })
  })

  test.each<[string, string, unknown, Partial<ModelFailure>]>([
    [
      'before any output',
      '',
      { error: { message: 'The server had an error', type: 'server_error' } },
      { reason: 'unavailable', retryable: true },
    ],
    [
      'after some output',
      say('Half') + CALL,
      { error: { message: 'The server had an error' } },
      { reason: 'unavailable', retryable: true, text: 'Half' },
    ],
    [
      'with a status for a code',
      '',
      { error: { message: 'Slow down', code: 429 } },
      { reason: 'rate_limited', retryable: true },
    ],
    [
      'that speaks of overload',
      '',
      { error: { message: 'Overloaded', code: 529 } },
      { reason: 'unavailable', retryable: true },
    ],
    [
      'that is only a text',
      say('Half'),
      { error: 'Model crashed' },
      { reason: 'unavailable', retryable: true, message: expect.stringContaining('Model crashed') },
    ],
    [
      'that blames the request',
      '',
      { error: { message: 'Bad tool', type: 'invalid_request_error' } },
      { reason: 'bad_request', retryable: false },
    ],
    [
      'of a full context',
      '',
      { error: { message: 'Trying to keep the first 9000 tokens when context overflows.' } },
      { reason: 'overflow', retryable: false },
    ],
    [
      'of a full context in a text',
      '',
      { error: 'The number of tokens to keep from the initial prompt is greater than the context length' },
      { reason: 'overflow', retryable: false },
    ],
    [
      'of an empty account',
      '',
      { error: { message: 'Pay first', code: 'insufficient_quota' } },
      { reason: 'quota', retryable: false },
    ],
  ])('holds an error %s', async (...[, before, error, expected]) => {
    const answer = await ask(stream(before, frame(error), finish('stop'), DONE))
    expect(failed(answer)).toMatchObject(expected)
  })

  test('is let go of after an error, though it goes on', async () => {
    const gone = Promise.withResolvers<void>()
    const answer = await ask((response, request) => {
      request.socket.on('close', () => gone.resolve())
      begin(frame({ error: { message: 'Broken' } }), say('more'))(response, request)
    })
    expect(failed(answer)).toMatchObject({ reason: 'unavailable', text: '' })
    await gone.promise
  })
})
