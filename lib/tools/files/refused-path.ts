import type { Previewed } from '../define-tool'
import type { Refused } from '../workspace/refused'

/** A preview that the path does not allow: it is the argument of that name which is to be changed. */
export const refusedPath = ({ message }: Refused): Previewed => ({
  kind: 'error',
  message,
  errors: [{ path: '/path', message }],
})
