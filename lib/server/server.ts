import { errorFields } from '@/lib/agent/process/error-fields'
import { dispatch } from './api/dispatch'
import { currentProcess } from './current-process'
import { attemptPage, visitorOf } from './pages'

/** All that Next's routes and pages reach of the server. */
export type Server = typeof server

export const server = {
  /** The answer to a request of the API. `path`: the decoded parts of its address after `/api`. */
  dispatch: (request: Request, path: string[]) => dispatch(currentProcess(), request, path),

  visitor: (headers: Headers) => visitorOf(currentProcess(), headers),

  issuerUrl: () => currentProcess().issuer.settings.url,

  attemptPage: <T>(page: () => Promise<T>) => attemptPage(currentProcess(), page),

  logPageError: (error: unknown, { method, path }: { method: string; path: string }): void =>
    currentProcess().log('error', 'A page failed', {
      method,
      path: path.split('?')[0],
      ...errorFields(error),
    }),

  /** Begins the process, if nobody has. */
  start: (): void => void currentProcess(),
}
