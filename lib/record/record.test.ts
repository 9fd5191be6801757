import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ChainCheck, type Link, type LinkFault, linkHash } from './chain'
import { callDigest, type DigestInput, sha256 } from './digest'
import { createSigner, headText, isSignedBy } from './signer'

const shown: DigestInput = {
  toolId: 'write_file',
  definitionHash: 'sha256:d',
  argumentsText: '{"path": "a"}',
  cwd: '/w',
  preconditions: [{ path: 'a', hash: 'absent' }],
}

describe('the digest of a Call', () => {
  test.each<[string, Partial<DigestInput>]>([
    ['the tool', { toolId: 'edit_file' }],
    ['its definition', { definitionHash: 'sha256:e' }],
    ['a space in the arguments', { argumentsText: '{"path":"a"}' }],
    ['the folder', { cwd: '/w2' }],
    ['a precondition', { preconditions: [{ path: 'a', hash: 'sha256:x' }] }],
    ['no precondition', { preconditions: [] }],
    ['a text moved from one part to the next', { argumentsText: '{"path": "a"}/w', cwd: '' }],
  ])('changes with %s', (_, change) => {
    expect(callDigest({ ...shown, ...change })).not.toBe(callDigest(shown))
  })

  test('is the same for the same', () => {
    expect(callDigest(structuredClone(shown))).toBe(callDigest(shown))
  })
})

function chainOf(payloads: string[]): (Link & { hash: string })[] {
  let previous = ''
  return payloads.map((payload, index) => {
    const link = {
      chain: 's',
      seq: index + 1,
      type: 'message.added',
      at: '2026-01-01T00:00:00.000Z',
      payload,
    }
    previous = linkHash(previous, link)
    return { ...link, hash: previous }
  })
}

/** Where the links break, up to a head that needs no signature here. */
function faultIn(links: (Link & { hash: string })[], head: { seq: number; hash: string }): LinkFault | null {
  const check = new ChainCheck('s')
  for (const link of links) check.add({ ...link, payloadHash: sha256(link.payload) })
  return check.end({ verifyHead: () => true }, { ...head, signature: head.seq === 0 ? '' : 'signed' })
}

const headOf = (links: { seq: number; hash: string }[]) => links.at(-1) ?? { seq: 0, hash: '' }

describe('a chain', () => {
  test('verifies as it was written', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), payloads => {
        const links = chainOf(payloads)
        expect(faultIn(links, headOf(links))).toBeNull()
      }),
    )
  })

  test('breaks at the row that was touched', () => {
    const edits: [string, (link: Link) => Partial<Link>][] = [
      ['payload', link => ({ payload: `${link.payload} ` })],
      ['type', () => ({ type: 'message.ended' })],
      ['at', () => ({ at: '2026-01-01T00:00:00.001Z' })],
    ]
    for (const [, edit] of edits) {
      const links = chainOf(['a', 'b', 'c'])
      const touched = links.map(link => (link.seq === 2 ? { ...link, ...edit(link) } : link))
      expect(faultIn(touched, headOf(links))).toMatchObject({ seq: 2 })
    }
  })

  test('shows a row that was taken out, and a tail that was cut off', () => {
    const links = chainOf(['a', 'b', 'c'])
    const without = links.filter(link => link.seq !== 2)
    expect(faultIn(without, headOf(links))).toMatchObject({ seq: 2 })
    expect(faultIn(links.slice(0, 2), headOf(links))).toMatchObject({ seq: 3 })
  })
})

test('a signed head verifies with the public key, and no other head does', () => {
  const signer = createSigner('07'.repeat(32))
  const signature = signer.signHead('s', { seq: 3, hash: 'sha256:x' })
  expect(isSignedBy(signer.publicKey, headText('s', { seq: 3, hash: 'sha256:x' }), signature)).toBe(true)
  expect(isSignedBy(signer.publicKey, headText('s', { seq: 4, hash: 'sha256:x' }), signature)).toBe(false)
  expect(
    isSignedBy(
      createSigner('08'.repeat(32)).publicKey,
      headText('s', { seq: 3, hash: 'sha256:x' }),
      signature,
    ),
  ).toBe(false)
})

test.each([['itself'], ['another process']])('a signer knows a head that %s signed, and no other', who => {
  const signer = createSigner('07'.repeat(32))
  const head = { seq: 3, hash: 'sha256:x' }
  const signature = (who === 'itself' ? signer : createSigner('07'.repeat(32))).signHead('s', head)
  expect(signer.verifyHead('s', { ...head, signature })).toBe(true)
  expect(signer.verifyHead('t', { ...head, signature })).toBe(false)
  expect(signer.verifyHead('s', { ...head, seq: 4, signature })).toBe(false)
  expect(signer.verifyHead('s', { ...head, hash: 'sha256:y', signature })).toBe(false)
  expect(signer.verifyHead('s', { ...head, signature: '' })).toBe(false)
})
