/** Who is signed in. */
export type Person = { id: string; name: string }

/** The owner of the installation: whoever holds its access token. */
export const OWNER: Person = { id: 'owner', name: 'Owner' }
