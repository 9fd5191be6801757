/**
 * Names the header in which proxy.ts tells what page was asked for, with its query; what a page is rewritten to
 * does not know it otherwise. Anybody can write it, so it says no more than an address does.
 */
export const ASKED_PAGE = 'x-asked-page'
