import { describe, expect } from 'vitest'
import type { Matcher } from '@/lib/domain/policy/rule'
import { table } from '@/test/table'
import { condition, ruleVerdict } from '../testing/rule-verdict'
import { fetchUrl } from './fetch-url'

const example = condition('/url', 'host', 'example.org')

/** A rule about an address, and an address that only looks as if it were meant. */
const ADDRESSES: [Matcher, string][] = [
  ...[
    'http://example.org/',
    'ftp://example.org/',
    'HTTP://example.org/',
    'https://example.org:8443/',
    'https://example.org:80/',
    'https://example.org.evil.test/',
    'https://evil.test/example.org',
    'https://evil.test?example.org',
    'https://evil.test#example.org',
    'https://evil.test\\example.org',
    'https://evil.test\\@example.org/',
    'https://example.org\\@evil.test/',
    'https://example.org@evil.test/',
    'https://example.org:443@evil.test/',
    'https://example.org%2f@evil.test/',
    'https://me@example.org/',
    'https://:a@example.org/',
    'https://www.example.org/',
    'https://badexample.org/',
    'https://example.org%00.evil.test/',
    'https://example.org%2eevil.test/',
    'https://example。org.evil.test/',
    'https://exаmple.org/',
    'https://xn--exmple-4nf.org/',
    'https:evil.test/example.org',
    'https:///evil.test/example.org',
    '//example.org/',
    'example.org',
    'javascript://example.org/%0aalert(1)',
    'file://example.org/etc/passwd',
    'https://evil.test\t.example.org/',
    ' https://evil.test/ https://example.org/',
    'https://[::ffff:127.0.0.1]/example.org',
    'https://2130706433/example.org',
  ].map(address => [example, address] as [Matcher, string]),
  ...[
    'https://example.org/',
    'https://evil.test/.example.org',
    'https://evil.test?.example.org',
    'https://evil.test#.example.org',
    'https://evilexample.org/',
    'https://a.example.org.evil.test/',
    'https://a.example.org@evil.test/',
    'http://a.example.org/',
  ].map(address => [condition('/url', 'host', '*.example.org'), address] as [Matcher, string]),
  ...[
    'https://example.org.evil.test/',
    'https://example.org@evil.test/',
    'https://example.orgevil.test/',
    'https://example.org:8443/',
    'https://example.org\\.evil.test/',
    'https://example.org',
  ].map(address => [condition('/url', 'prefix', 'https://example.org'), address] as [Matcher, string]),
  ...[
    'https://example.org/public/../private',
    'https://example.org/public/%2e%2e/private',
    'https://example.org/public/.%2E/private',
    'https://example.org/public/%2E./private',
    'https://example.org/public/..%5c..%5cprivate',
    'https://example.org/public/..\\private',
    'https://example.org/public/\t../private',
    'https://example.org/public/.\n./private',
  ].map(
    address => [condition('/url', 'prefix', 'https://example.org/public/'), address] as [Matcher, string],
  ),
  ...[
    'https://evil.test?.example.org/x',
    'https://evil.test#.example.org/x',
    'https://evil.test\\.example.org/x',
    'https://evil.test\\@a.example.org/x',
    'https://me:a@evil.test\\.example.org/x',
    'https://a@a.example.org/x',
    'https:/evil.test/.example.org/x',
    'https:evil.test/a.example.org/x',
    'https://a.example.org.evil.test/x',
    'https://evil.test:443?.example.org/x',
    'https://a.example.org/%2e%2e/%2e%2e/evil.test/../x',
  ].map(address => [condition('/url', 'glob', 'https://*.example.org/**'), address] as [Matcher, string]),
  ...[
    'https://example.org/',
    'https://evil.test/',
    'http://127.0.0.1/',
    'https://metadata.google.internal/',
  ].flatMap(address =>
    ['h', 'https', 'https:', 'https:/', 'https://', 'http'].map(
      value => [condition('/url', 'prefix', value), address] as [Matcher, string],
    ),
  ),
  ...['https://**', 'https://*/**', 'h*/**', 'https:/*/*', '*//*/**', '**/*.org/**'].map(
    value => [condition('/url', 'glob', value), 'https://evil.test/a.org/b'] as [Matcher, string],
  ),
]

const MEANT: [Matcher, string][] = [
  [example, 'https://example.org/a?b#c'],
  [example, 'https://EXAMPLE.org./'],
  [example, 'https://example.org:443/'],
  [condition('/url', 'host', 'example.org:80'), 'http://example.org/'],
  [condition('/url', 'host', 'example.org:443'), 'https://example.org:443/'],
  [condition('/url', 'host', 'wiki.internal:8080'), 'http://wiki.internal:8080/'],
  [condition('/url', 'host', '*.example.org'), 'https://a.b.example.org/'],
  [condition('/url', 'prefix', 'https://example.org/public/'), 'https://example.org/public/a?b'],
  [condition('/url', 'prefix', 'https://example.org/'), 'https://example.org'],
  [condition('/url', 'glob', 'https://*.example.org/**'), 'https://a.example.org/x/y'],
  [condition('/url', 'glob', 'https://example.org/api/*'), 'https://example.org/api/x'],
]

describe('a rule about an address', () => {
  table(
    ADDRESSES.map(([matcher, address]) => [`${matcher.kind} ${matcher.value}`, address, matcher] as const),
  )('does not cover what is not meant', (_, address, matcher) => {
    expect(ruleVerdict(fetchUrl, { url: address }, { matchers: [matcher] })).toBe('ask')
  })

  table(MEANT.map(([matcher, address]) => [`${matcher.kind} ${matcher.value}`, address, matcher] as const))(
    'covers what is meant',
    (_, address, matcher) => {
      expect(ruleVerdict(fetchUrl, { url: address }, { matchers: [matcher] })).toBe('allow')
    },
  )

  const denied = condition('/url', 'host', 'evil.test')
  table([
    'https://evil.test/',
    'http://evil.test/',
    'https://EVIL.test./',
    'https://me@evil.test/',
    'https://example.org@evil.test/',
    'https://evil.test:8443/',
    'https://evil.test\\@example.org/',
    'https:evil.test',
    'https:\\\\evil.test',
    ' https://evil.test ',
    'https://ev\til.test/',
    'https://%65vil.test/',
    'https://ｅvil.test/',
  ])('that denies a host denies it in every spelling', address => {
    expect(ruleVerdict(fetchUrl, { url: address }, { matchers: [denied], effect: 'deny' })).toBe('deny')
  })
})
