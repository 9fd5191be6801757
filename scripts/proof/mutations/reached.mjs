import { scenario, unit } from './guards.mjs'

/** What the agent reaches on the web is public, or opened by the owner, and is what was seen. */

const address = test => unit('tools/web/web-address', test)
const exchange = test => unit('tools/web/exchange', test)
const body = test => unit('tools/web/unpack-body', test)
const page = test => unit('tools/web/read-page', test)
const tool = test => unit('tools/web/fetch-url', test)
const INVARIANT = 'the web is reached where a person or a rule said so'

/** @type {import('./mutations.mjs').Mutation[]} */
export const REACHED = [
  {
    invariant: INVARIANT,
    name: 'an address in numbers is taken for a name',
    file: 'lib/tools/web/web-address.ts',
    from: 'if (isIP(number) !== 0) return isPublic(number) ? null : notPublic(number)\n',
    to: '',
    guard: address('is refused before anybody is asked, and nothing is connected to'),
  },
  {
    invariant: INVARIANT,
    name: 'every unicast address of IPv6 is public',
    file: 'lib/tools/web/web-address.ts',
    from: "ip.kind() === 'ipv4' || ip.match(GLOBAL_V6)",
    to: 'true',
    guard: address('is refused before anybody is asked, and nothing is connected to'),
  },
  {
    invariant: INVARIANT,
    name: 'what a name stands for is not looked at',
    file: 'lib/tools/web/guarded-client.ts',
    from: 'isInternal ? undefined : addresses.find(',
    to: 'isInternal || addresses.length > 0 ? undefined : addresses.find(',
    guard: address('is refused behind a name that stands for'),
  },
  {
    invariant: INVARIANT,
    name: 'one public address of several is enough',
    file: 'lib/tools/web/guarded-client.ts',
    from: 'addresses.find(address => !isPublic(address))',
    to: '[addresses[0] ?? hostname].find(address => !isPublic(address))',
    guard: address('is refused behind a name that stands for'),
  },
  {
    invariant: INVARIANT,
    name: 'an opened host opens every port of it',
    file: 'lib/domain/policy/internal-host.ts',
    from: "(url.port === '' && host === name)",
    to: "host.replace(/:[0-9]+$/, '') === name",
    guard: address('opens no other port of it, and no other spelling of the same machine'),
  },
  {
    invariant: INVARIANT,
    name: 'a redirect opens the host that it leads to',
    file: 'lib/tools/web/exchange.ts',
    from: 'readAddress(url.href, internalHosts)',
    to: 'readAddress(url.href, [...internalHosts, url.host])',
    guard: exchange('from an internal host to another one that the owner did not open is refused'),
  },
  {
    invariant: INVARIANT,
    name: 'a redirect leads to any host',
    file: 'lib/tools/web/redirect.ts',
    from: 'if (!isSameHost(request.url, url)) {',
    to: 'if (!isSameHost(request.url, request.url)) {',
    guard: exchange('is told and not followed'),
  },
  {
    invariant: INVARIANT,
    name: 'credentials go along to another origin',
    file: 'lib/tools/web/redirect.ts',
    from: 'url.origin === before.origin || IMPERSONAL.includes(name.toLowerCase())',
    to: 'true',
    guard: exchange('takes nothing along that tells who asks where it leads to another origin'),
  },
  {
    invariant: INVARIANT,
    name: 'a lapse after a request is taken for nothing done',
    file: 'lib/tools/web/exchange.ts',
    from: 'if (effects.sent === 0) effects.throwIfForbidden()',
    to: 'effects.throwIfForbidden()',
    guard: exchange('after a request: it is never taken for undone'),
  },
  {
    invariant: INVARIANT,
    name: 'the leave to act is asked for before the connection only',
    file: 'lib/tools/web/exchange.ts',
    from: '    this.allow()\n    this.sent += 1',
    to: '    this.sent += 1',
    guard: exchange('is asked for before a name is looked up, and again when the first byte is written'),
  },
  {
    invariant: INVARIANT,
    name: 'a body is unpacked as a whole',
    file: 'lib/tools/web/unpack-body.ts',
    from: '      if (size > mostBytes) break\n',
    to: '',
    guard: body('is cut, and its connection ended'),
  },
  {
    invariant: INVARIANT,
    name: 'what unpacks to nothing goes on for ever',
    file: 'lib/tools/web/unpack-body.ts',
    from: '    if (taken.bytes > taken.most) return\n',
    to: '',
    guard: body('is cut where it unpacks to nothing'),
  },
  {
    invariant: INVARIANT,
    name: 'HTML is read on the loop where it is short',
    file: 'lib/tools/web/read-page.ts',
    from: '(mayBeHtml(contentType) ? Number.POSITIVE_INFINITY : bytes.length)',
    to: '(contentType ? bytes.length : bytes.length)',
    guard: page('is worked out in another thread, however short its HTML is'),
  },
  {
    invariant: INVARIANT,
    name: 'asking the web is a read',
    file: 'lib/tools/web/fetch-url.ts',
    from: 'readOnly: false,',
    to: 'readOnly: true,',
    guard: tool('about reads does not cover it, and no mode lets it pass'),
  },
  {
    invariant: INVARIANT,
    name: 'a request is repeated after a crash',
    file: 'lib/tools/web/fetch-url.ts',
    from: 'idempotent: false,',
    to: 'idempotent: true,',
    guard: scenario('fetch-url', 'and a process that dies meanwhile leaves a question, not a second request'),
  },
]
