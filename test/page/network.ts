import { setupServer } from 'msw/node'

/** The network of component tests. The set-up of each file opens it: a request that no test answers is an error. */
export const network = setupServer()
