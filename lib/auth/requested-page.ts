/**
 * The header in which proxy.ts passes on the address that was requested, with its query: a page that it is rewritten
 * to does not know it otherwise. Anybody can send it, so it is trusted no more than an address.
 */
export const REQUESTED_PAGE = 'x-asked-page'
