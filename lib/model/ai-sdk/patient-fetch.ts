import { Agent, type RequestInit, fetch as undiciFetch } from 'undici'
import type { Fetch } from './streaming-model'

const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 })

const fetchPatiently = (address: string, init?: RequestInit) =>
  undiciFetch(address, { ...init, dispatcher: agent })

/**
 * A fetch without a time limit: Node's own gives up after five minutes without a byte, which would undercut a longer
 * idle limit. Only the watchdog decides how long a silence is too long. It is the same fetch as Node's, with types
 * that differ in name only; the SDK passes addresses as text.
 */
export const patientFetch = fetchPatiently as unknown as Fetch
