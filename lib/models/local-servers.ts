import * as z from 'zod'
import type { ProviderItem } from '@/lib/domain/contract/provider-operations'
import { limitedText } from './model-list'

/** The default addresses of programs that serve models. */
const USUAL = [
  { title: 'Ollama', url: 'http://127.0.0.1:11434/v1' },
  { title: 'LM Studio', url: 'http://127.0.0.1:1234/v1' },
  { title: 'llama.cpp', url: 'http://127.0.0.1:8080/v1' },
  { title: 'vLLM', url: 'http://127.0.0.1:8000/v1' },
]

const PATIENCE_MS = 300

/** Nobody would read a longer list of models. */
const MOST_BYTES = 200_000

const Models = z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })) })

/** The servers that list their models promptly. Other programs on these ports are ignored. */
export async function findLocalServers(addresses = USUAL): Promise<NonNullable<ProviderItem['local']>> {
  const servers = await Promise.all(
    addresses.map(async address => ({ ...address, models: await modelsAt(address.url) })),
  )
  return servers.filter(({ models }) => models.length > 0)
}

async function modelsAt(url: string): Promise<string[]> {
  try {
    const response = await fetch(`${url}/models`, {
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return response.ok ? namesIn(await limitedText(response, MOST_BYTES)) : []
  } catch {
    // Nothing listens there, or something that serves no models: both are the usual case.
    return []
  }
}

const namesIn = (text: string | null): string[] =>
  Models.safeParse(JSON.parse(text || 'null')).data?.data.map(({ id }) => id) ?? []
