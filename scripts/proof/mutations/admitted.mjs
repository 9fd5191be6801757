import { scenario, store, unit } from './guards.mjs'

/** Who is let in, and what the installation keeps to itself. */

const signIns = test => ({ file: 'app/api/sign-ins.database.test.ts', test })

const ownFiles = test => ({ file: 'app/api/own-files.database.test.ts', test })

/** @type {import('./mutations.mjs').Mutation[]} */
export const ADMITTED = [
  {
    invariant: 'sign-ins end with their token',
    name: 'a cookie outlives the access token',
    file: 'lib/store/connection/auth-session.ts',
    from: 'row && row.expiresAt > about.now && row.boundTo === about.boundTo',
    to: 'row && row.expiresAt > about.now',
    guard: signIns('another access token ends'),
  },
  {
    invariant: 'sign-ins end with their token',
    name: 'a stream outlives the sign-in',
    file: 'lib/http/endpoint.ts',
    from: 'return signIns.open(secretHash(cookie), signal)',
    to: 'return { signal, signedOut: null, forget: () => undefined }',
    guard: signIns('what a browser has open ends'),
  },
  {
    invariant: 'sign-ins end with their token',
    name: 'what is waited for outlives the sign-in',
    file: 'lib/http/endpoint.ts',
    from: 'isRead ? await Promise.race([handled, ...signedOut(open)]) : await handled',
    to: 'isRead ? await handled : await handled',
    guard: signIns('a wait, and a file under way'),
  },
  {
    invariant: 'sign-ins end with their token',
    name: 'a file under way outlives the sign-in',
    file: 'lib/http/reply.ts',
    from: 'signal: isEvents ? undefined : signedOut',
    to: 'signal: isEvents && signedOut',
    guard: unit('http/reply', 'breaks off when its browser is signed out'),
  },
  {
    invariant: 'sign-ins end with their token',
    name: 'what was answered is looked after for ever',
    file: 'lib/http/reply.ts',
    from: '  if (!isPiecewise) forget()\n',
    to: '',
    guard: unit('http/reply', 'what is sent in one piece is forgotten at once'),
  },
  {
    invariant: 'sign-ins end with their token',
    name: 'who signs out everywhere is signed out here',
    file: 'lib/auth/sign-ins.ts',
    from: '  await removeAuthSessionsOf(working.deps.db, person.id)\n',
    to: '',
    guard: signIns('all are signed out at once, the one that asks included'),
  },
  {
    invariant: 'the public address counts',
    name: 'a proxy says whether the cookie is secure',
    file: 'lib/auth/cookie.ts',
    from: "isSecure(origin) ? ['Secure']",
    to: "headers.get('x-forwarded-proto') === 'https' ? ['Secure']",
    guard: { file: 'lib/auth/cookie.test.ts', test: 'over TLS is bound to its host by its name' },
  },
  {
    invariant: 'the public address counts',
    name: 'a page of the public host without TLS may ask',
    file: 'lib/http/guard.ts',
    from: 'return !isPublicHost && ',
    to: 'return ',
    guard: signIns('under an https address'),
  },
  {
    invariant: 'what cannot work now is named',
    name: 'what Prisma says of a connection that was ended is a bug of ours',
    file: 'lib/store/connection/unreachable.ts',
    from: "const INNER = ['cause', 'meta', 'driverAdapterError']",
    to: "const INNER = ['cause']",
    guard: store('connection/unreachable', 'a connection that an administrator ends'),
  },
  {
    invariant: 'what cannot work now is named',
    name: 'a full disk is a bug of ours',
    file: 'lib/store/connection/unreachable.ts',
    from: "return 'disk_full'",
    to: 'return null',
    guard: { file: 'app/api/unavailable.database.test.ts', test: 'a full disk is named' },
  },
  {
    invariant: 'what cannot work now is named',
    name: 'a log gets the link that signs in',
    file: 'scripts/launch/server.mjs',
    from: '  if (isTerminal) return',
    to: '  if (origin) return',
    guard: { file: 'scripts/launch/server.test.mjs', test: 'only a terminal is told the token' },
  },
  {
    invariant: 'what it lives by is its own',
    name: 'a data directory in the workspace is a folder like any other',
    file: 'lib/tools/workspace/platform-folders.ts',
    from: 'if (closed.size === 0) return folder',
    to: 'return folder',
    guard: ownFiles('is out of reach of every tool'),
  },
  {
    invariant: 'what it lives by is its own',
    name: 'a file of its own is a file like any other',
    file: 'lib/tools/workspace/open-file.ts',
    from: 'folder.closed?.has(entryKey(stats)) ? OURS : faultOf(stats)',
    to: 'faultOf(stats)',
    guard: ownFiles('is out of reach of every tool'),
  },
  {
    invariant: 'what it lives by is its own',
    name: 'any folder is the workspace that the database knows',
    file: 'lib/server/workspace-marker.ts',
    from: 'const known = folder !== null && (await isKnown(row, { ...workspace, folder }))',
    to: 'const known = folder !== null',
    guard: scenario('wake', 'claims no session and decides nothing'),
  },
  {
    invariant: 'what it lives by is its own',
    name: 'the old marker goes on to count',
    file: 'lib/server/workspace-marker.ts',
    from: 'if (row.workspaceFolder !== null && isSameFolder(folder, row.workspaceFolder)) return true',
    to: '',
    guard: ownFiles('taken over once, and then it says nothing any more'),
  },
  {
    invariant: 'what it lives by is its own',
    name: 'a data directory that others can enter stays so',
    file: 'scripts/launch/data-dir.mjs',
    from: 'fs.chmodSync(dataDir, 0o700)',
    to: 'fs.chmodSync(dataDir, 0o711)',
    guard: { file: 'scripts/launch/data-dir.test.mjs', test: 'the data directory is its owner’s alone' },
  },
]
