/** What the dependencies need, as people are told it. `engines` in package.json says it to npm. */
export const RECENT_NODE = 'Node 22.19 or newer'

/** Prisma has left out Node 23. */
export function isNodeRecent(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major >= 24 || (major === 22 && minor >= 19)
}
