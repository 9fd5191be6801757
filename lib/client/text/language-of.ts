/** What names of files end with, or are, and what a code block may call its language. */
const NAMES: Record<string, string> = {
  ...named('bash', 'bash sh zsh ksh shell shellscript bashrc zshrc profile env'),
  ...named('c', 'c h'),
  ...named('csharp', 'cs csharp'),
  ...named('css', 'css'),
  ...named('diff', 'diff patch'),
  ...named('docker', 'dockerfile docker containerfile'),
  ...named('go', 'go golang'),
  ...named('graphql', 'graphql gql'),
  ...named('html', 'html htm vue svelte'),
  ...named('ini', 'ini cfg conf properties editorconfig gitconfig npmrc'),
  ...named('java', 'java'),
  ...named('json', 'json webmanifest geojson'),
  ...named('jsonc', 'jsonc json5 jsonl ndjson'),
  ...named('kotlin', 'kt kts kotlin'),
  ...named('lua', 'lua'),
  ...named('make', 'makefile mk make'),
  ...named('markdown', 'md markdown mdx'),
  ...named('php', 'php'),
  ...named('python', 'py pyi python python3'),
  ...named('ruby', 'rb ruby gemfile rakefile'),
  ...named('rust', 'rs rust'),
  ...named('scss', 'scss sass'),
  ...named('sql', 'sql'),
  ...named('swift', 'swift'),
  ...named('toml', 'toml'),
  ...named('tsx', 'tsx jsx'),
  ...named('typescript', 'ts mts cts js mjs cjs typescript javascript node'),
  ...named('xml', 'xml svg xsd plist'),
  ...named('yaml', 'yaml yml'),
}

function named(language: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map(name => [name, language]))
}

/** The language that a code block names. */
export const languageNamed = (name: string): string | null =>
  Object.hasOwn(NAMES, name.toLowerCase()) ? (NAMES[name.toLowerCase()] ?? null) : null

/** The language of a file, by its name, else by the program that its first line names. */
export function languageOf(path: string, text: string): string | null {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const ending = languageNamed(name.slice(name.lastIndexOf('.') + 1))
  if (ending) return ending
  const [, program = ''] = /^#!(?:\S*\/)?(?:env\s+(?:-S\s+)?)?(?:\S*\/)?([a-z]+)/.exec(text) ?? []
  return languageNamed(program)
}
