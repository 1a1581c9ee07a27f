/**
 * The completion scripts of the shells. Each hands the line over to `svc __complete` and offers what that prints, so that
 * none of them knows a command, and none is out of date after an update. The answer is the word `values` or `files`, then
 * a line for each value: the value, a tab, what it means.
 */

export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;
export type Shell = (typeof SHELLS)[number];

/** The script for the shell, to be sourced or put where the shell looks for completions. */
export function completionScript(shell: Shell): string {
  return SCRIPTS[shell];
}

const SCRIPTS: Record<Shell, string> = {
  // Bash cuts words at colons and equal signs and knows what it cut: the line goes over whole, and what comes back is
  // what stands after the last cut, quoted as the line is. Works in 3.2, the bash of macOS.
  bash: `# Completion of svc for bash. Use it now: source <(svc completion bash)
_svc() {
  COMPREPLY=()
  local kind= line
  while IFS= read -r line; do
    if [[ -z $kind ]]; then kind=$line; else COMPREPLY+=("\${line%%$'\\t'*}"); fi
  done < <(command svc __complete --bash "$COMP_WORDBREAKS" "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
  # Without a value bash offers files, and quotes them as it does for any command.
  if [[ $kind == files ]]; then compopt -o default 2>/dev/null || COMPREPLY=($(compgen -f -- "$2")); fi
}
complete -F _svc svc`,

  zsh: `#compdef svc
# Completion of svc for zsh. As a file _svc in a folder of $fpath, or now: source <(svc completion zsh)
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

  fish: `# Completion of svc for fish. As ~/.config/fish/completions/svc.fish, or now: svc completion fish | source
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

  powershell: `# Completion of svc for PowerShell. Use it now: svc completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName svc, svc.exe -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $given = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text } })
    # An older PowerShell hands no empty word over to a program: the equal sign keeps it.
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
