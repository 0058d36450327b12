import type { Block } from '../kinds/kind.ts'
import { grouped, type Frame } from './frame.ts'

/** Returns the plain text of a mail (RFC 3676, without flowed lines). */
export function textMessage(blocks: readonly Block[], { words, name, footer }: Frame): string {
  const end = ['-- ', words.text('sent-by', { name }), ...(footer ? [footer] : [])].join('\n')
  return `${[...blocks.map(textOf), end].join('\n\n')}\n`
}

function textOf(block: Block): string {
  switch (block.type) {
    case 'code':
      return grouped(block.code)
    case 'button':
      return linkOf(block)
    case 'quote':
      return `${block.author}:\n> ${block.text.replaceAll('\n', '\n> ')}`
    case 'heading':
      return `* ${block.text}`
    case 'links':
      return block.links.map(linkOf).join('\n')
    default:
      return block.text
  }
}

const linkOf = ({ text, link }: { text: string; link: string }) => `${text}:\n${link}`
