/**
 * A secret in a text. `known`: one that the server holds; its `value` is the secret itself, in whatever form it
 * stands there. `pattern`: something that looks like one.
 */
export type Found = { at: number; end: number; value: string; kind: 'known' | 'pattern'; rule: string }
