/** Environment of a program that is to know nothing of this process but where programs and compiled modules are. */
export function bareEnvironment(): { readonly PATH: string; readonly NODE_COMPILE_CACHE?: string } {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE !== '' && { NODE_COMPILE_CACHE }) };
}
