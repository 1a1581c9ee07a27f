/**
 * Completion scripts for shells. Each passes the command line to `svc __complete` and offers what that prints, so a script
 * never gets out of date. The output of `__complete` is the word `values` or `files`, then one line per value: the value, a
 * tab, its description.
 */

export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;
export type Shell = (typeof SHELLS)[number];

/** The script for a shell, to be sourced or saved in the shell's folder of completions. */
export function completionScript(shell: Shell): string {
  return SCRIPTS[shell];
}

const SCRIPTS: Record<Shell, string> = {
  // Bash splits words at colons and equal signs. The script passes the unsplit line; svc prints only the part after the
  // last split, quoted as the line is. Works in bash 3.2 (macOS).
  bash: `# svc completion for bash. To use it in this shell: source <(svc completion bash)
_svc() {
  COMPREPLY=()
  local kind= line
  while IFS= read -r line; do
    if [[ -z $kind ]]; then kind=$line; else COMPREPLY+=("\${line%%$'\\t'*}"); fi
  done < <(command svc __complete --bash "$COMP_WORDBREAKS" "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
  # Without values, bash completes file names and quotes them itself.
  if [[ $kind == files ]]; then compopt -o default 2>/dev/null || COMPREPLY=($(compgen -f -- "$2")); fi
}
complete -F _svc svc`,

  zsh: `#compdef svc
# svc completion for zsh. Save it as _svc in a folder of $fpath, or use it in this shell: source <(svc completion zsh)
_svc() {
  local -a given lines values
  local line value
  (( CURRENT > 2 )) && given=("\${(@Q)words[2,CURRENT-1]}")
  lines=("\${(@f)$(command svc __complete "\${given[@]}" "\${(Q)PREFIX}" 2>/dev/null)}")
  for line in "\${(@)lines[2,-1]}"; do
    value=\${line%%$'\\t'*}
    value=\${value//\\\\/\\\\\\\\}
    values+=("\${value//:/\\\\:}:\${line#*$'\\t'}")
  done
  (( $#values )) && _describe -t values value values
  [[ $lines[1] == files ]] && _files
}
if [[ $funcstack[1] == _svc ]]; then _svc "$@"; else compdef _svc svc; fi`,

  fish: `# svc completion for fish. Save it as ~/.config/fish/completions/svc.fish, or use it in this shell: svc completion fish | source
function __svc_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l plain (string unescape -- $current 2>/dev/null; or string trim --left --chars "'\\"" -- $current)
    set -l lines (command svc __complete $words[2..-1] "$plain" 2>/dev/null)
    for line in $lines[2..-1]
        echo $line
    end
    if test "$lines[1]" = files
        __fish_complete_path $current
    end
end
complete -c svc -f -a '(__svc_complete)'`,

  powershell: `# svc completion for PowerShell. To use it in this shell: svc completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName svc, svc.exe -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $given = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text } })
    # Older versions of PowerShell drop an empty argument: the equal sign keeps it.
    $word = '=' + $wordToComplete.TrimStart("'", '"')
    $lines = @(& svc __complete --last $word @given 2>$null)
    if ($lines.Count -gt 0 -and $lines[0] -eq 'files') {
        return [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete)
    }
    $lines | Select-Object -Skip 1 | ForEach-Object {
        $value, $doc = $_ -split "\`t", 2
        if (-not $doc) { $doc = $value }
        $text = if ($value -match "[\\s'\`"\`$;|&(){}@#,<>]") { "'" + ($value -replace "'", "''") + "'" } else { $value }
        [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $doc)
    }
}`,
};
