//! `doushou store`: exports, imports and checks what the bot remembers.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::serve::configure;
use super::{EXIT_START, fail, written};
use crate::store::{self, ExportError, Exported, ImportError, OpenError, Report};

#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The store's folder [env: DOUSHOU_DATA; default: data]
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Debug, clap::Subcommand)]
enum Command {
    /// Write everything as JSON Lines; while the bot runs, its newest snapshot
    Export {
        /// The file to write; by default standard output
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Make a store of an export, in a folder where there is none
    Import {
        /// The export or snapshot
        file: PathBuf,
        /// Leave out the lines that cannot be used, and say which
        #[arg(long)]
        skip_damaged: bool,
    },
    /// Read every record, replay every game through its rules, compare lists, counters and points
    Check {
        /// An export or snapshot to check instead of the store
        file: Option<PathBuf>,
    },
}

pub fn run(args: Args) -> ExitCode {
    let folder = match configure(args.data) {
        Ok(config) => config.data,
        Err(code) => return code,
    };
    match args.command {
        Command::Export { output } => match export(&folder, output.as_deref()) {
            Ok(Exported { damaged: 0, .. }) => ExitCode::SUCCESS,
            Ok(Exported { damaged, .. }) => fail(
                1,
                &format!("{damaged} records could not be read: they are in the export as bytes, each with the reason"),
            ),
            Err(ExportError::Output(error)) => written(Err(error)),
            Err(error) => fail(EXIT_START, &error),
        },
        Command::Import { file, skip_damaged } => match store::import(&file, &folder, skip_damaged) {
            Ok(imported) => {
                for why in &imported.left_out {
                    eprintln!("left out: {why}");
                }
                println!("{} records are in {}", imported.lines, folder.display());
                ExitCode::SUCCESS
            }
            Err(error @ (ImportError::Line { .. } | ImportError::Unfit { .. })) => fail(1, &error),
            Err(error) => fail(EXIT_START, &error),
        },
        Command::Check { file } => {
            let report = match &file {
                Some(file) => store::check_export(file),
                None => store::check(&folder).map_err(|error| advised(error, &folder)),
            };
            match report {
                Ok(report) if report.faults.is_empty() => written(tell(&report, io::stdout())),
                Ok(report) => match tell(&report, io::stdout()) {
                    Ok(()) => ExitCode::from(1),
                    Err(error) => fail(1, &error),
                },
                Err(error) => fail(EXIT_START, &error),
            }
        }
    }
}

/// Exports the store, or the newest snapshot of one that is in use.
fn export(folder: &Path, output: Option<&Path>) -> Result<Exported, ExportError> {
    let Some(path) = output else { return export_to(folder, io::stdout().lock()) };
    // Whoever has an export there keeps it until the new one is whole.
    let mut draft = path.as_os_str().to_owned();
    draft.push(".draft");
    let file = File::create(&draft).map_err(ExportError::Output)?;
    let exported = export_to(folder, &file).and_then(|exported| {
        file.sync_all().and_then(|()| fs::rename(&draft, path)).map_err(ExportError::Output)?;
        Ok(exported)
    });
    exported.inspect_err(|_| {
        // It is in nobody's way.
        let _ = fs::remove_file(&draft);
    })
}

fn export_to(folder: &Path, output: impl Write) -> Result<Exported, ExportError> {
    let mut output = BufWriter::new(output);
    let exported = match store::export(folder, &mut output) {
        Err(ExportError::Open(OpenError::InUse(_))) => copy_snapshot(folder, &mut output),
        exported => exported,
    }?;
    output.flush().map_err(ExportError::Output)?;
    Ok(exported)
}

/// Writes the newest snapshot of a store that is in use, and says so.
fn copy_snapshot(folder: &Path, output: &mut impl Write) -> Result<Exported, ExportError> {
    let unreadable = |error| ExportError::Input(folder.display().to_string(), error);
    let Some((path, time)) = store::newest_snapshot(folder).map_err(unreadable)? else {
        return Err(OpenError::InUse(format!(
            "the store in {} is in use, and there is no snapshot of it yet: the running bot writes one every hour and when it is stopped",
            folder.display()
        ))
        .into());
    };
    let age = time.elapsed().unwrap_or_default().as_secs().div_ceil(60);
    eprintln!(
        "The store is in use: this is {}, which the running bot wrote {age} min ago. Stop it for what has come since.",
        path.display()
    );
    let mut input = File::open(&path).map_err(unreadable)?;
    io::copy(&mut input, output).map_err(ExportError::Output)?;
    Ok(Exported { lines: 0, damaged: 0 })
}

/// What can be checked instead of a store that is in use.
fn advised(error: ExportError, folder: &Path) -> ExportError {
    let ExportError::Open(OpenError::InUse(sentence)) = error else { return error };
    let snapshot = store::newest_snapshot(folder).ok().flatten();
    let advice = snapshot.map_or(String::new(), |(path, _)| {
        format!("; meanwhile 'doushou store check {}' checks its newest snapshot", path.display())
    });
    OpenError::InUse(sentence + &advice).into()
}

fn tell(report: &Report, mut output: impl Write) -> io::Result<()> {
    for (kind, count) in &report.counts {
        writeln!(output, "{kind:10} {count:>9}")?;
    }
    for fault in &report.faults {
        writeln!(output, "{fault}")?;
    }
    match report.faults.len() {
        0 => writeln!(output, "No faults."),
        faults => writeln!(output, "Faults: {faults}"),
    }
}
