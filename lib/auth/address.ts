/**
 * Where a request comes from, as far as can be told: what stands nearest to us names whom it heard from. Who
 * reaches us directly can write anything there, so that nothing but counting may depend on it.
 */
export const addressOf = (headers: Headers): string =>
  headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? ''
