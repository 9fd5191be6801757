import { escaped } from '../elements'

/** A Call as a reply of this dialect writes it. */
export function renderAction({ tool, argumentsText }: { tool: string; argumentsText: string }): string {
  const args: Record<string, unknown> = JSON.parse(argumentsText)
  const parameters = Object.entries(args).map(([name, value]) => {
    const text = typeof value === 'string' ? escaped(value) : JSON.stringify(value)
    return `<${name}>${text}</${name}>`
  })
  return `<ACTION>\n<tool_name>${tool}</tool_name>\n<parameters>${parameters.join('')}</parameters>\n</ACTION>`
}
