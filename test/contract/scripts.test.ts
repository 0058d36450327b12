import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROOT } from '../support/contract/source-files.ts'

const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as {
  scripts: Record<string, string>
}

test.each(Object.entries(scripts))('the npm script %s has no syntax that cmd.exe lacks', (_name, script) => {
  expect(script).not.toMatch(/['`$;\\]|^\w+=/)
})

test.each(['start', 'cli', 'dev', 'bench', 'soak', 'conformance'])(
  'npm sends signals to the program of %s',
  (name) => {
    expect(scripts[name]).toMatch(/^exec (env \w+=\w+ )?node /)
  },
)

test('where the shell has no exec, the program of that name runs Node and returns its status', () => {
  const program = ['node', '-e', 'console.log(process.env.SET ?? "ran"); process.exit(3)']
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['.config/exec/exec.js', ...args, ...program], {
      cwd: ROOT,
      encoding: 'utf8',
    })
  expect(run()).toMatchObject({ status: 3, stdout: 'ran\n' })
  expect(run('env', 'SET=a=b')).toMatchObject({ status: 3, stdout: 'a=b\n' })
})
