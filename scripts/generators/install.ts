import { installPackages } from '../install-packages.ts';

/** Installs the packages that generated files are made with: 120 MB. @returns the folder with the packages */
export function installGenerators(): Promise<string> {
  return installPackages(import.meta.dirname);
}
