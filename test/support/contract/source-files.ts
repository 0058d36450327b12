import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

export type SourceFile = {
  /** Path from the root of the project, such as `src/lib/crypto/ids.ts`. */
  path: string
  text: string
}

const GENERATED = [
  'src/db/generated/',
  'openapi/document.json',
  'openapi/types.ts',
  'src/lib/graphql-client/schema-types.ts',
]

/** The hand-written files below the given folders of the project, by path. */
export function sourceFiles(...folders: string[]): SourceFile[] {
  return folders
    .flatMap((folder) =>
      readdirSync(ROOT + folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => `${entry.parentPath}/${entry.name}`.slice(ROOT.length).replaceAll('\\', '/')),
    )
    .filter((path) => !GENERATED.some((generated) => path.startsWith(generated)))
    .sort()
    .map((path) => ({ path, text: readFileSync(ROOT + path, 'utf8') }))
}

/** Parsed files of this worker by path. */
const trees = new Map<string, ts.SourceFile>()

/** TypeScript, and the JavaScript that builds and starts the program. */
const CODE = /\.tsx?$|^\.config\/.*\.c?js$/

/** The files of code among them, parsed (not type-checked), with parents and positions. */
export function parsedFiles(...folders: string[]): (SourceFile & { tree: ts.SourceFile })[] {
  return sourceFiles(...folders)
    .filter(({ path }) => CODE.test(path))
    .map((file) => ({ ...file, tree: trees.get(file.path) ?? parsed(file) }))
}

function parsed({ path, text }: SourceFile): ts.SourceFile {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  trees.set(path, tree)
  return tree
}

/** Every node below `node`, depth first, those of its docstrings too. Punctuation is left out. */
export function descendants(node: ts.Node): ts.Node[] {
  const found: ts.Node[] = []
  const add = (child: ts.Node) => {
    found.push(child)
    visit(child)
  }
  const visit = (parent: ts.Node) => {
    ;(parent as { jsDoc?: ts.JSDoc[] }).jsDoc?.forEach(add)
    ts.forEachChild(parent, add)
  }
  visit(node)
  return found
}

/** Every node and token below `node`, depth first. */
export function* tokens(node: ts.Node): Generator<ts.Node> {
  for (const child of node.getChildren()) {
    yield child
    yield* tokens(child)
  }
}

/** `path:line` of a node, in the form that terminals open. */
export function locationOf(path: string, tree: ts.SourceFile, node: ts.Node): string {
  return `${path}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`
}
