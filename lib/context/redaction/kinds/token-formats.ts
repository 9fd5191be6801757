import {
  type Chars,
  charTable,
  type Reading,
  runEnd,
  type SecretMatch,
  type SecretReader,
  withoutStop,
} from '../reading'
import { isWordy } from '../words'
import { readJwt } from './bearer'
import { type Literal, Literals } from './literals'

/**
 * Tokens that tell by how they begin whose they are: `least` characters of `chars` follow. `mixed`: names may begin
 * so too, so it must begin a word and be none.
 */
type Format = { rule: string; begins: string[]; chars: RegExp; least: number; most?: number; mixed?: true }

const WORD = /[A-Za-z0-9_-]/
const LETTERS = /[A-Za-z0-9]/
const CRYPT = /[\w./$=,+-]/

const FORMATS: Format[] = [
  { rule: 'Anthropic key', begins: ['sk-ant-'], chars: WORD, least: 16 },
  { rule: 'API key', begins: ['sk-', 'sk_', 'gsk_', 'xai-', 'pplx-'], chars: WORD, least: 16, mixed: true },
  {
    rule: 'Stripe key',
    begins: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'whsec_'],
    chars: LETTERS,
    least: 16,
  },
  {
    rule: 'GitHub token',
    begins: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    chars: /[\w.-]/,
    least: 30,
  },
  { rule: 'GitHub token', begins: ['github_pat_'], chars: /\w/, least: 22 },
  {
    rule: 'GitLab token',
    begins: ['glpat-', 'gldt-', 'glrt-', 'glptt-', 'glcbt-', 'glsoat-', 'glagent-'],
    chars: WORD,
    least: 20,
  },
  {
    rule: 'Slack token',
    begins: ['xoxb-', 'xoxp-', 'xoxa-', 'xoxo-', 'xoxr-', 'xoxs-', 'xoxe-', 'xapp-'],
    chars: WORD,
    least: 10,
  },
  { rule: 'Slack webhook', begins: ['hooks.slack.com/services/'], chars: /[\w/]/, least: 20 },
  {
    rule: 'AWS key id',
    begins: ['AKIA', 'ASIA', 'AGPA', 'AIDA', 'AROA', 'AIPA', 'ANPA', 'ANVA'],
    chars: /[A-Z0-9]/,
    least: 16,
    most: 16,
  },
  { rule: 'Google key', begins: ['AIza'], chars: WORD, least: 35, most: 35 },
  { rule: 'Google secret', begins: ['GOCSPX-', 'ya29.'], chars: /[\w.-]/, least: 20 },
  { rule: 'npm token', begins: ['npm_'], chars: /\w/, least: 36 },
  { rule: 'PyPI token', begins: ['pypi-'], chars: WORD, least: 50 },
  { rule: 'Hugging Face token', begins: ['hf_'], chars: LETTERS, least: 30 },
  { rule: 'SendGrid key', begins: ['SG.'], chars: /[\w.-]/, least: 40 },
  { rule: 'Shopify token', begins: ['shpat_', 'shpca_', 'shppa_', 'shpss_'], chars: LETTERS, least: 32 },
  { rule: 'Linear key', begins: ['lin_api_'], chars: /\w/, least: 30 },
  { rule: 'DigitalOcean token', begins: ['dop_v1_', 'doo_v1_', 'dor_v1_'], chars: LETTERS, least: 40 },
  { rule: 'Docker token', begins: ['dckr_pat_'], chars: WORD, least: 20 },
  { rule: 'Grafana token', begins: ['glsa_', 'glc_'], chars: /[\w+/=]/, least: 32 },
  { rule: 'Databricks token', begins: ['dapi'], chars: /[a-f0-9-]/, least: 32 },
  { rule: 'Vault token', begins: ['hvs.', 'hvb.', 'hvr.'], chars: WORD, least: 24 },
  { rule: 'Notion token', begins: ['ntn_', 'secret_'], chars: LETTERS, least: 40 },
  { rule: 'Figma token', begins: ['figd_'], chars: WORD, least: 40 },
  { rule: 'Vercel token', begins: ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'], chars: LETTERS, least: 20 },
  { rule: 'Cloudflare token', begins: ['cfk_', 'cfut_', 'cfat_'], chars: LETTERS, least: 40 },
  { rule: 'Tailscale key', begins: ['tskey-'], chars: WORD, least: 24 },
  { rule: '1Password token', begins: ['ops_eyJ'], chars: WORD, least: 100 },
  { rule: 'Password hash', begins: ['$2a$', '$2b$', '$2y$'], chars: CRYPT, least: 50 },
  { rule: 'Password hash', begins: ['$apr1$', '$1$'], chars: CRYPT, least: 24 },
  { rule: 'Password hash', begins: ['$5$', '$6$', '$y$', '$argon2', '$scrypt$'], chars: CRYPT, least: 40 },
  { rule: 'Password hash', begins: ['{SHA}', '{SSHA}'], chars: /[\w+/=]/, least: 27 },
  { rule: 'age key', begins: ['AGE-SECRET-KEY-1'], chars: /[A-Z0-9]/, least: 50 },
]

const MOST = 2_048

/** What begins such a token, and how it is read from there. */
export const TOKEN_FORMATS: Literal<SecretReader>[] = [
  ...FORMATS.flatMap(format => {
    const chars = charTable(format.chars)
    const means: SecretReader = reading => readToken(format, chars, reading)
    return format.begins.map(text => ({ text, exact: true, means }))
  }),
  { text: 'eyJ', exact: true, means: readJwt },
]

const BY_BEGINNING = new Literals(TOKEN_FORMATS)

/** The rule of a value that is such a token from its beginning to its end. */
export function ruleOfToken(value: string): string | undefined {
  for (const { text, means } of BY_BEGINNING.at(value, 0).matches) {
    const match = means({ text: value, start: 0, end: text.length, isWhole: true })
    if (match && match !== 'more' && match.end === value.length) return match.rule
  }
  return undefined
}

function readToken(format: Format, chars: Chars, reading: Reading): SecretMatch | 'more' | null {
  const { text, start, end: from, isWhole } = reading
  if (format.mixed && start > 0 && /[-_]/.test(text[start - 1] ?? '')) return null
  const most = format.most ?? MOST
  const run = runEnd(text, from, { chars, most })
  if (run === text.length && !isWhole && run - from < most) return 'more'
  const end = withoutStop(text, from, run)
  if (end - from < format.least) return null
  const value = text.slice(from, end)
  if (format.mixed && isWordy(value)) return null
  return { at: start, end, rule: format.rule }
}
