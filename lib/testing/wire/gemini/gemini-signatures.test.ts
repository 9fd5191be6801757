import { expect, test } from 'vitest'
import { check, functionCall, issued, model, type Part, sentBack, user } from './gemini-cases'

const changed = (parts: Part[], member: string, change: object) =>
  parts.map(part => (member in part ? { ...part, ...change } : part))
const unsigned = (parts: Part[]) => parts.map(({ thoughtSignature: _, ...part }) => part)
const signed = (signature: string) => ({ ...functionCall('read'), thoughtSignature: signature })

test.each([
  ['an answer as it was given out', sentBack(issued())],
  ['an answer whose thoughts were hidden', sentBack(issued({}, { thoughts: 'hidden' }))],
  ['an answer without its thoughts', sentBack(issued().filter(part => !part.thought))],
  ['an answer of text, signed at its end', { contents: [user(), model(...issued({ calls: [] })), user()] }],
  ['an answer of text without its signature', { contents: [user(), model({ text: 'I look' }), user()] }],
  [
    'an old loop without signatures',
    { contents: [...sentBack(unsigned(issued())).contents, model({ text: 'Done' }), user()] },
  ],
  ['a stand-in for a call of another model', sentBack([signed('skip_thought_signature_validator')])],
])('%s is accepted', (_, change) => expect(check(change)).toBe('ask'))

test.each([
  [
    'a call whose signature is lost',
    sentBack(unsigned(issued())),
    /missing a thought_signature .*`default_api:read` , position 2/,
  ],
  ['a call of another model', sentBack([functionCall('read')]), /missing a thought_signature/],
  [
    'a signature on the wrong call',
    sentBack(
      issued().map((part, _, all) =>
        part.functionCall
          ? { ...part, thoughtSignature: all.find(one => one.thoughtSignature)?.thoughtSignature }
          : part,
      ),
    ),
    /Corrupted thought signature/,
  ],
  [
    'a call with changed arguments',
    sentBack(changed(issued(), 'thoughtSignature', functionCall('read', { args: { path: 'b' } }))),
    /Corrupted thought signature/,
  ],
  ['a foreign signature', sentBack([signed('Zm9yZWlnbg==')]), /Corrupted thought signature/],
  ['a signature that is no base64', sentBack([signed('%%%')]), /Base64 decoding failed/],
  [
    'a stand-in for a signature that was issued',
    sentBack(changed(issued(), 'thoughtSignature', { thoughtSignature: 'skip_thought_signature_validator' })),
    /Corrupted thought signature/,
  ],
  [
    'a signed text that was changed',
    { contents: [user(), model(...changed(issued({ calls: [] }), 'text', { text: 'Other' })), user()] },
    /Corrupted|Thought parts/,
  ],
  [
    'thoughts alone',
    { contents: [user(), model(...issued({ text: '', calls: [] })), user()] },
    /contents\[1\].parts: contents.parts must not be empty/,
  ],
  [
    'foreign thoughts',
    { contents: [user(), model({ text: 'Foreign', thought: true }, { text: 'a' }), user()] },
    /Thought parts/,
  ],
])('%s is refused', (_, change, message) =>
  expect(check(change)).toMatchObject({ status: 400, message: expect.stringMatching(message) }),
)
