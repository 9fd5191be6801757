import { Agent, type RequestInit, fetch as undiciFetch } from 'undici'
import type { Fetch } from './guarded-fetch'

const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 })

const fetchPatiently = (address: string, init?: RequestInit) =>
  undiciFetch(address, { ...init, dispatcher: agent })

/**
 * A fetch that waits as long as it is let: Node's own gives up after five minutes without a byte, which would
 * undercut a longer idle limit. The watchdog alone decides what silence is too long. It is the same fetch as
 * Node's, whose types differ in name only; the SDK gives it addresses as text.
 */
export const patientFetch = fetchPatiently as unknown as Fetch
